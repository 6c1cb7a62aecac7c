export { SchemaForm } from "./SchemaForm.tsx";
export { useForm, type ArgumentsControl } from "./useForm.ts";
