export const messages = {
  shaMismatch: 'SHA does not match HEAD of source branch',
  passwordMissing: 'This project requires your password to approve',
  passwordWrong: 'The password is incorrect',
  approveWithPassword:
    'This project requires your password to approve. Approve with the button on the merge request page.',
  twoValues: 'has another value than require_reauthentication_to_approve',
  noCodeOwners: 'needs code owners, which this server does not have',
  noReports: 'is for rules of the type report_approver, which this server does not have',
  noOverride: 'This project does not allow approval rules of merge requests',
  nameTaken: 'has already been taken',
  oneForAny: 'any_approver rule already exists',
  noSuchMembers: (named: readonly (number | string)[]) => `Not members of this project: ${named.join(', ')}`,
  noSuchGroups: (ids: readonly number[]) => `Groups not found: ${ids.join(', ')}`,
  noSuchBranches: (ids: readonly number[]) => `Protected branches not found: ${ids.join(', ')}`,
  othersRule: 'is not a rule of this project',
} as const
