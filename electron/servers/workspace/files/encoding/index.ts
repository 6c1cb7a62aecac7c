export { decodeAs, decodePieces, encodeAs, unrepresentable } from "./codec.ts";
export { decodeFile, readingOf, type Decoded, type Reading } from "./decodeFile.ts";
export {
  bomLength,
  encodingName,
  formNamed,
  isUnicode,
  plainForm,
  type Encoding,
  type TextForm,
} from "./names.ts";
export { firstInvalidUtf8 } from "./utf8.ts";
