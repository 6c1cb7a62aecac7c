import type { ServerInfo, ToolInfo } from "../../../../shared/contract/index.ts";
import { PinDiff } from "./PinDiff.tsx";
import { useReview } from "./reviews.ts";
import { ToolControls } from "./ToolControls.tsx";
import { ToolDesign } from "./ToolDesign.tsx";

/** Beside a tool's definition: what changed in it, what the person decides about it, and how well it is made. */
export const ToolReviewPart = ({
  server,
  tool,
}: {
  readonly server: ServerInfo;
  readonly tool: ToolInfo;
}) => {
  const review = useReview(tool.name);
  return (
    <>
      {review !== undefined && <PinDiff serverId={server.serverId} review={review} />}
      {tool.problem === undefined && <ToolControls server={server} tool={tool} />}
      {review !== undefined && <ToolDesign review={review} />}
    </>
  );
};
