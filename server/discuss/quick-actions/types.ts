/** Every type of issuable that is discussed. */
export const discussedTypes = [
  'issue',
  'incident',
  'test_case',
  'requirement',
  'task',
  'objective',
  'key_result',
  'ticket',
  'epic',
  'merge_request',
] as const
