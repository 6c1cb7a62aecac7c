/** Where the page lives: a scheme of its own, so that no file:// privilege and no foreign origin is near it. */
export const pageOrigin = "app://bundle";

/**
 * The page's Content-Security-Policy (security.md §5.3): nothing from outside, no inline script, no eval. Monaco needs
 * inline styles and starts its worker from its own origin or a blob.
 */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
