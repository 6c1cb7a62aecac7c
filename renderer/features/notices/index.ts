export { Banner } from "./Banner.tsx";
export { Banners } from "./Banners.tsx";
export { followNotices, Toasts } from "./Toasts.tsx";
