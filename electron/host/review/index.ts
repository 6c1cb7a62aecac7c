export { createReviews, type Reviews } from "./reviews.ts";
