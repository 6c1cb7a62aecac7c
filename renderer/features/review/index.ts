export { ReviewCard } from "./ReviewCard.tsx";
