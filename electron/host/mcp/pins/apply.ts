import type { ServerId } from "../../../../shared/contract/index.ts";
import { describeTool, type DescribedServer, type KnownTool } from "../tools/index.ts";
import type { ToolPins } from "./pins.ts";

/**
 * A tool as the person decided about it. While its definition is another one than was used or agreed to, models go on seeing
 * the old words, so that new ones cannot steer them unread, and the person's own level does not count.
 */
export const withPin = (
  pins: ToolPins,
  serverId: ServerId,
  known: KnownTool,
  server: DescribedServer,
): KnownTool => {
  const { pin, isChanged } = pins.standing(serverId, known, server.isBundled);
  if (pin === undefined) return known;
  const { severity } = server.isBundled ? {} : pin;
  const own = !isChanged && severity !== undefined ? { severity, isOwnSeverity: true } : {};
  const off = pin.isOff === true ? { isOff: true, isEnabled: false } : {};
  if (!isChanged) return { ...known, info: { ...known.info, ...own, ...off } };
  const { name, modelName } = known.info;
  const { title, ...shown } = known.info;
  const old = describeTool({ name, raw: pin.definition, problem: null }, modelName, server).info;
  return {
    ...known,
    info: {
      ...shown,
      ...(old.title === undefined ? {} : { title: old.title }),
      description: old.description,
      inputSchema: old.inputSchema,
      severity: shown.severity === "L4" ? "L4" : "L3",
      isChanged: true,
      ...off,
    },
  };
};
