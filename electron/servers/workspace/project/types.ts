import type { Tool } from "../protocol/index.ts";
import type { ProjectFolder } from "./projectFolder.ts";

/** One kind of project, told by its files. */
export interface ProjectKind {
  /** Files and folders right below the root that detection looks at; the first is the one that makes the kind. */
  readonly markers: readonly string[];
  /** Every tool it can bring. */
  readonly toolNames: readonly string[];
  /**
   * The tools for the project as it is, none where it is not of this kind. Everything that can change about a tool stands
   * in its description or its annotations, so that two which are equal there are the same tool.
   * @throws Refusal that says why a marker cannot be used
   */
  detect(folder: ProjectFolder): readonly Tool[];
}
