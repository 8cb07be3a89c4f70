export const messages = {
  nameOne: 'Enter blocking_merge_request_id, or blocking_merge_request_iid and blocking_project_id',
  self: 'A merge request cannot block itself',
  cycle: 'This merge request already blocks the other one, directly or indirectly.',
  duplicate: 'This merge request is already blocked by the other one',
  tooMany: (most: number) => `A merge request can have up to ${most} dependencies in each direction`,
  unknown: (references: readonly string[]) => `No merge request was found for ${references.join(', ')}`,
} as const
