export const capacity = {};
