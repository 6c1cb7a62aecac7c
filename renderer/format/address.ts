/** A text read as an address; undefined where it is none. (`URL.canParse` is younger than the oldest Chromium the page runs on.) */
export const parsedUrl = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};
