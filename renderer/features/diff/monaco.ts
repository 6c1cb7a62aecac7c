/**
 * The slim Monaco: editor core, diff, find, folding, clipboard and a few grammars, no language services (perf (e)).
 * Only `load.ts` may import this, dynamically: it is a chunk of its own and most windows never need it.
 */
import "monaco-editor/features/codeEditor/register";
import "monaco-editor/features/diffEditor/register";
import "monaco-editor/features/find/register";
import "monaco-editor/features/folding/register";
import "monaco-editor/features/clipboard/register";
import "monaco-editor/features/wordOperations/register";
import "monaco-editor/features/unicodeHighlighter/register";
import "monaco-editor/features/toggleTabFocusMode/register";
// Without the icon font the signs of a diff are boxes.
import "monaco-editor/features/codicon/register";
import "monaco-editor/languages/definitions/css/register";
import "monaco-editor/languages/definitions/go/register";
import "monaco-editor/languages/definitions/html/register";
import "monaco-editor/languages/definitions/java/register";
import "monaco-editor/languages/definitions/javascript/register";
import "monaco-editor/languages/definitions/markdown/register";
import "monaco-editor/languages/definitions/python/register";
import "monaco-editor/languages/definitions/rust/register";
import "monaco-editor/languages/definitions/shell/register";
import "monaco-editor/languages/definitions/sql/register";
import "monaco-editor/languages/definitions/typescript/register";
import "monaco-editor/languages/definitions/xml/register";
import "monaco-editor/languages/definitions/yaml/register";
import { editor, KeyCode } from "monaco-editor/editor/editor.api";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

export { editor, KeyCode };
