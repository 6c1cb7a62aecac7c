/** Whether a JSON text is nested at most this deep: deeper ones overflow the stack of whoever walks them. */
export function isNestedWithin(text: string, levels: number): boolean {
  let depth = 0;
  let isString = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (isString) {
      if (unit === 0x5c) index += 1;
      else if (unit === 0x22) isString = false;
    } else if (unit === 0x22) isString = true;
    else if (unit === 0x7b || unit === 0x5b) {
      depth += 1;
      if (depth > levels) return false;
    } else if (unit === 0x7d || unit === 0x5d) depth -= 1;
  }
  return true;
}
