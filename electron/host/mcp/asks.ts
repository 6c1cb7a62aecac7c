import type { JsonObject, Remark } from "../../../shared/contract/index.ts";
import { remark } from "../../../shared/remarks/index.ts";

/** A folder that a server may know of. */
export interface ServerRoot {
  readonly path: string;
  readonly name: string;
}

/** What a person answered; the reason of a refusal goes to the server. */
export type AskAnswer =
  | { readonly kind: "answered"; readonly result: JsonObject }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Answers what servers ask of us in return (MCP-02): a form or a page for the person, an answer of the model, the
 * folders. Nothing is answered without the person but the folders. Never rejects.
 */
export interface ServerAsks {
  elicit(params: JsonObject, signal: AbortSignal): Promise<AskAnswer>;
  /** Asks the person to open a sign-in page; over when they refused, or when `signal` says that the page answered. */
  signIn?: (url: string, signal: AbortSignal) => Promise<AskAnswer>;
  sample(params: JsonObject, signal: AbortSignal): Promise<AskAnswer>;
  /** Absent where the person did not allow the server to know of the open folders. */
  readonly roots?: () => readonly ServerRoot[];
}

/** The same asks, with every refusal told for the server's log: else only the server would know. */
export const tellingRefusals = (asks: ServerAsks, tell: (note: Remark) => void): ServerAsks => {
  const told = (what: "elicitRefused" | "sampleRefused", answer: AskAnswer): AskAnswer => {
    if (answer.kind === "refused") tell(remark(what, { reason: answer.reason || "no reason was given." }));
    return answer;
  };
  return {
    ...asks,
    elicit: async (params, signal) => told("elicitRefused", await asks.elicit(params, signal)),
    sample: async (params, signal) => told("sampleRefused", await asks.sample(params, signal)),
  };
};
