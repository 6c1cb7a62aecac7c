import { createContext, useContext } from "react";
import type { ToolReview } from "../../../../shared/contract/index.ts";

/** What is known of a server's tools beside their definitions. */
export const ReviewsContext = createContext<ReadonlyMap<string, ToolReview>>(new Map());

/** What is known of one tool, once it is there. */
export const useReview = (tool: string): ToolReview | undefined => useContext(ReviewsContext).get(tool);
