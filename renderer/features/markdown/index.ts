export { MarkdownText } from "./MarkdownText.tsx";
