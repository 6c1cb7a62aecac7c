import type { ToolInfo } from "../../../shared/contract/index.ts";
import type { World } from "../field/world.ts";
import { caseServer } from "../table.ts";
import { textsOf } from "../types.ts";
import { holds } from "../verdicts.ts";
import type { CheckRule } from "./rule.ts";

const offered = async (world: World): Promise<ToolInfo[]> => {
  const servers = await world.host.ask("server.list", {});
  const tools = servers.filter((server) => server.name === caseServer).flatMap((server) => server.tools);
  return tools.filter((tool) => tool.isEnabled && tool.problem === undefined);
};

/** Checks of the tools a case brought along. */
export const toolChecks: Readonly<Record<string, CheckRule>> = {
  tool_count: {
    words: ["is"],
    run: async (check, world) => {
      const tools = await offered(world);
      return holds(
        tools.length === check["is"],
        `offered: ${tools.map((tool) => tool.name).join(", ") || "none"}`,
      );
    },
  },
  tools_offered: {
    words: ["names", "at_least"],
    run: async (check, world) => {
      const got = (await offered(world)).map((tool) => tool.name);
      const missing = [...textsOf(check["names"]), ...textsOf(check["at_least"])].filter(
        (name) => !got.includes(name),
      );
      return holds(missing.length === 0, `not offered: ${missing.join(", ")}`);
    },
  },
};
