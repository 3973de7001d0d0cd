export const DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

/** Hours of the week: days on which they begin, from and to by the clocks of a zone. */
export interface Hours {
  days: string[];
  from: string;
  to: string;
  zone: string;
}

/** As the API writes it, `MON,TUE 20:00-06:00 Europe/Berlin`: days in the order of the week. */
export function bandText({ days, from, to, zone }: Hours): string {
  return `${DAYS.filter((day) => days.includes(day)).join(',')} ${from}-${to} ${zone}`;
}
