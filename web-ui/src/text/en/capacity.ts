export const capacity = {
  use: {
    nominal: 'Nominal', borrowed: 'Borrowed', idle: 'Idle', down: 'Down', reserved: 'Reserved', lent: 'Lent',
  },
};
