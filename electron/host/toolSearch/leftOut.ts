import type { ModelId } from "../../../shared/contract/index.ts";
import type { ToolEntry } from "../mcp/index.ts";

const keyOf = ({ serverId, name, definitionHash }: ToolEntry): string =>
  `${serverId} ${name} ${definitionHash}`;

/**
 * Tools that a model's provider refused: left out of what that model is offered until the app starts anew or the tool's definition
 * changes, so that one tool does not cost every chat (MC-13). Other models go on being offered them.
 */
export class LeftOut {
  readonly #byModel = new Map<ModelId, Set<string>>();

  add(modelId: ModelId, tool: ToolEntry): void {
    const known = this.#byModel.get(modelId) ?? new Set<string>();
    this.#byModel.set(modelId, known.add(keyOf(tool)));
  }

  /** What is left for a model. */
  without(modelId: ModelId, tools: readonly ToolEntry[]): readonly ToolEntry[] {
    const known = this.#byModel.get(modelId);
    return known === undefined ? tools : tools.filter((tool) => !known.has(keyOf(tool)));
  }
}
