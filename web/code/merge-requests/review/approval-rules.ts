import type { MergeRequestData, MergeRequestPageData } from '../shapes.ts'

/** Whether the viewer can replace the project's approval rules for this merge request. */
export const canChangeRules = (
  { overridesApprovalRules, state }: MergeRequestData,
  { canSetMetadata }: MergeRequestPageData['permissions'],
): boolean => canSetMetadata && overridesApprovalRules && state === 'opened'
