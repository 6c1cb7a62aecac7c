export { dataImageSize } from "./images.ts";
export { MarkdownText } from "./MarkdownText.tsx";
