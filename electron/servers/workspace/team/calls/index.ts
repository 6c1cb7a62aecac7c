export { createAdmission, type Admission } from "./admission.ts";
export { createCancels, type Cancels } from "./cancels.ts";
export { limitsOf } from "./limits.ts";
export { createSeats, type Seat, type Seats } from "./seats.ts";
export { cancelKey, createTeamDispatch, type CallPorts } from "./teamDispatch.ts";
