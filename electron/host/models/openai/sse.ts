/** Takes one event's data; `event` is its name, empty for most. */
export type OnEvent = (data: string, event: string) => void;

/**
 * A parser of server-sent events over pieces of text cut anywhere. Knows LF, CRLF and CR line ends, several data lines,
 * comments, and an event that ends with the stream instead of a blank line.
 */
export interface SseParser {
  push(text: string): void;
  /** The stream is over: hands out what is left. */
  end(): void;
}

/** Makes a parser. Plain calls and one buffer: this runs once per token (perf.md b). */
export function sseParser(onEvent: OnEvent): SseParser {
  let buffer = "";
  let data: string | null = null;
  let event = "";

  const flush = (): void => {
    if (data !== null) onEvent(data, event);
    data = null;
    event = "";
  };

  const line = (text: string): void => {
    if (text === "") {
      flush();
      return;
    }
    if (text.startsWith("data:")) {
      const value = text.charCodeAt(5) === 32 ? text.slice(6) : text.slice(5);
      data = data === null ? value : `${data}\n${value}`;
    } else if (text.startsWith("event:")) event = text.slice(6).trim();
  };

  /** End of the line that starts at `from`, or -1; a CR at the very end waits for what follows it. */
  const endOfLine = (from: number, hasCr: boolean): number => {
    const lf = buffer.indexOf("\n", from);
    if (!hasCr) return lf;
    const cr = buffer.indexOf("\r", from);
    return cr !== -1 && (lf === -1 || cr < lf) ? cr : lf;
  };

  const push = (text: string): void => {
    buffer = buffer === "" ? text : buffer + text;
    const hasCr = buffer.includes("\r");
    let from = 0;
    for (;;) {
      const end = endOfLine(from, hasCr);
      if (end === -1) break;
      const isCr = buffer.charCodeAt(end) === 13;
      if (isCr && end === buffer.length - 1) break;
      line(buffer.slice(from, end));
      from = isCr && buffer.charCodeAt(end + 1) === 10 ? end + 2 : end + 1;
    }
    buffer = from === 0 ? buffer : buffer.slice(from);
  };

  return {
    push,
    end() {
      if (buffer !== "") line(buffer.replace(/\r$/, ""));
      buffer = "";
      flush();
    },
  };
}
