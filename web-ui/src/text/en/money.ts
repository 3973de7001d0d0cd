export const money = {};
