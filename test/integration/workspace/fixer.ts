/** One call as a model makes it. */
export interface FixerCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type Fields = Record<string, unknown>;
type Rule = (call: FixerCall, text: string, tools: readonly string[]) => FixerCall | null;

function bigrams(text: string): Set<string> {
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)));
}

function likeness(a: string, b: string): number {
  const left = bigrams(a.toLowerCase());
  const right = bigrams(b.toLowerCase());
  const common = [...left].filter((gram) => right.has(gram)).length;
  return common / Math.max(1, left.size + right.size - common);
}

function mostAlike(wanted: string, names: readonly string[]): string | undefined {
  return names.toSorted((a, b) => likeness(b, wanted) - likeness(a, wanted))[0];
}

/** The JSON objects that stand in a text, nested ones whole. */
function objectsIn(text: string): Fields[] {
  const found: Fields[] = [];
  for (let at = text.indexOf('{"'); at !== -1; at = text.indexOf('{"', at + 1)) {
    for (let end = text.indexOf("}", at); end !== -1; end = text.indexOf("}", end + 1)) {
      try {
        found.push(JSON.parse(text.slice(at, end + 1)) as Fields);
        at = end;
        break;
      } catch {
        // The object goes on behind this brace.
      }
    }
  }
  return found;
}

function namesAfter(text: string, words: string): string[] {
  const list = new RegExp(`(?:${words}) ([^\\n]+?)(?:\\.(?:\\s|$)|;|\\n|$)`, "i").exec(text)?.[1] ?? "";
  return list
    .replace(/ and \d[\d,]* more$/, "")
    .split(/, | or | and /)
    .filter((name) => name !== "");
}

/** The string argument that a message complains of: the one whose value it holds. */
function blamed(call: FixerCall, text: string): [string, string] | null {
  const first = text.split("\n")[0] ?? "";
  const fields = Object.entries(call.input).filter(
    (field): field is [string, string] => typeof field[1] === "string",
  );
  const named = fields.filter(([, value]) => value !== "" && first.includes(value));
  return named.toSorted((a, b) => b[1].length - a[1].length)[0] ?? null;
}

function withField(call: FixerCall, field: string, value: unknown): FixerCall {
  return { name: call.name, input: { ...call.input, [field]: value } };
}

/** `unknown field "a"; the fields are …`: renames it to what is missing or most alike, else leaves it out. */
const renameField: Rule = (call, text) => {
  if (!text.includes("unknown field")) return null;
  const known = namesAfter(text, "the fields are");
  const missing = [...text.matchAll(/(\w+): expected [^.]*?, got nothing/g)].map(([, name]) => name ?? "");
  const input: Fields = {};
  const unknown = Object.keys(call.input).filter((name) => !known.includes(name));
  const free = known.filter((name) => !Object.hasOwn(call.input, name));
  for (const [name, value] of Object.entries(call.input)) {
    if (known.includes(name)) input[name] = value;
    else {
      const open = [...missing, ...free].filter((one) => !Object.hasOwn(input, one));
      const lone = missing.length === 1 && unknown.length === 1 ? missing[0] : undefined;
      const like = mostAlike(name, open);
      const isAlike = like !== undefined && likeness(like, name) > 0.2;
      const target = lone ?? (isAlike ? like : missing.find((one) => open.includes(one)));
      if (target !== undefined) input[target] = value;
    }
  }
  return { name: call.name, input };
};

/** `Example: {…}` and every other call that is spelled out. */
const takeExample: Rule = (call, text) => {
  const examples = objectsIn(text);
  if (examples.length === 0) return null;
  return { name: call.name, input: Object.assign({}, call.input, ...examples) as Fields };
};

/** `Did you mean X?` */
const takeMeant: Rule = (call, text) => {
  const meant = /did you mean "?([^"?\n]+?)"?(?:\?|\.(?:\s|$)|$)/i.exec(text)?.[1];
  const bad = blamed(call, text);
  return meant === undefined || bad === null ? null : withField(call, bad[0], meant);
};

/** `in src/ there are a, b`, `Known are a, b`, `Use one of a, b`: the one most like what was given. */
const takeListed: Rule = (call, text) => {
  const bad = blamed(call, text);
  const names = namesAfter(text, "there are|known are|use one of|newest first:|scripts are");
  if (bad === null || names.length === 0) return null;
  const folder = /in (\S+\/) there are/.exec(text)?.[1] ?? "";
  const wanted = folder === "" ? bad[1] : bad[1].slice(folder.length);
  const best = mostAlike(wanted, names);
  return best === undefined ? null : withField(call, bad[0], folder + best.replace(/\/$/, ""));
};

/** `set all to true` */
const setSwitch: Rule = (call, text) => {
  const name = /\bset (\w+) to true\b/.exec(text)?.[1];
  return name === undefined ? null : withField(call, name, true);
};

/** `leave cwd out` */
const leaveOut: Rule = (call, text) => {
  const name = /\b[Ll]eave (\w+) out\b/.exec(text)?.[1];
  if (name === undefined || !Object.hasOwn(call.input, name)) return null;
  return {
    name: call.name,
    input: Object.fromEntries(Object.entries(call.input).filter(([key]) => key !== name)),
  };
};

/** The lines that nearly matched, as the file has them. */
const takeLines: Rule = (call, text) => {
  if (!text.startsWith("old_str was not found")) return null;
  const lines = text.split("\n").flatMap((line) => /^\d+\t(.*)$/.exec(line)?.[1] ?? []);
  return lines.length === 0 ? null : withField(call, "old_str", lines.join("\n"));
};

/** `offset 900 is past the end: a.ts has 5 lines` */
const takeLast: Rule = (call, text) => {
  const [, name, last] = /^(\w+):? \S+ is past the end: .* has ([\d,]+)/.exec(text) ?? [];
  return name === undefined || last === undefined
    ? null
    : withField(call, name, Number(last.replaceAll(",", "")));
};

/** `Paths are relative to it, for example src/app.ts` */
const takeExamplePath: Rule = (call, text) => {
  const bad = blamed(call, text);
  const path = /for example ([\w./-]*\w)/.exec(text)?.[1];
  return bad === null || path === undefined ? null : withField(call, bad[0], path);
};

/** `use write_file`: the same arguments for another tool. */
const takeTool: Rule = (call, text, tools) => {
  const named = [...text.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([name]) => name);
  const name = named.find((one) => one !== call.name && tools.includes(one));
  if (name === undefined) return null;
  const { path } = call.input;
  return { name, input: path === undefined ? {} : { ...call.input } };
};

const rules: readonly Rule[] = [
  renameField,
  takeMeant,
  takeLines,
  takeListed,
  takeExample,
  setSwitch,
  leaveOut,
  takeLast,
  takeExamplePath,
  takeTool,
];

/**
 * The next call of somebody who knows nothing but the words of the failure (and which tools there are): the first rule
 * that gives another call. Null when the words name no way on.
 */
export function fix(call: FixerCall, text: string, tools: readonly string[]): FixerCall | null {
  for (const rule of rules) {
    const next = rule(call, text, tools);
    if (next !== null && JSON.stringify(next) !== JSON.stringify(call)) return next;
  }
  return null;
}
