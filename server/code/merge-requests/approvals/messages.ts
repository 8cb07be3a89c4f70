export const messages = {
  shaMismatch: 'SHA does not match HEAD of source branch',
  noOverride: 'This project does not allow approval rules of merge requests',
  nameTaken: 'has already been taken',
  oneForAny: 'any_approver rule already exists',
  othersRule: 'is not a rule of this project',
} as const
