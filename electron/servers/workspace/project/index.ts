export { createProjectTools, type ProjectTools } from "./projectTools.ts";
export type { ProjectFolder } from "./projectFolder.ts";
export type { ProjectKind } from "./types.ts";
import { perScope } from "../protocol/index.ts";
import { cargoProject } from "./cargoProject.ts";
import { goProject } from "./goProject.ts";
import { gradleProject, mavenProject } from "./javaProject.ts";
import { makeProject } from "./makeProject.ts";
import { nodeProject } from "./nodeProject.ts";
import { createProjectTools } from "./projectTools.ts";
import { pythonProject } from "./pythonProject.ts";

/** The project tools of a scope (TOOL-09), in the order they are listed. */
export const projectToolsOf = perScope((scope) =>
  createProjectTools(scope, [
    nodeProject,
    pythonProject,
    mavenProject,
    gradleProject,
    cargoProject,
    goProject,
    makeProject,
  ]),
);
