export const messages = {
  shaMismatch: 'SHA does not match HEAD of source branch',
  passwordMissing: 'This project requires your password to approve',
  passwordWrong: 'The password is incorrect',
  approveWithPassword:
    'This project requires your password to approve. Select Approve on the merge request page.',
  twoValues: 'must be equal to require_reauthentication_to_approve',
  noCodeOwners: 'must be false, because code owners are not supported',
  noReports: 'must be null, because report_approver rules are not supported',
  noOverride: 'This project does not allow approval rules of merge requests',
  nameTaken: 'has already been taken',
  oneForAny: 'any_approver rule already exists',
  noSuchMembers: (named: readonly (number | string)[]) => `Not members of this project: ${named.join(', ')}`,
  noSuchGroups: (ids: readonly number[]) => `Groups not found: ${ids.join(', ')}`,
  noSuchBranches: (ids: readonly number[]) => `Protected branches not found: ${ids.join(', ')}`,
  othersRule: 'is not a rule of this project',
} as const
