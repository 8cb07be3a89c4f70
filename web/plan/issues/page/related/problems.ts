import type { CallError } from '#web/api/client.ts'
import { pageSentence } from '#web/api/page-sentence.ts'
import { messages } from '#web/plan/messages.ts'

/**
 * The reason why an add failed: the server's reason, else the sentence of the type.
 *
 * @source ERRMSG-055, ERRMSG-056, ERRMSG-058
 */
export function addProblem({ status, body }: CallError, type: 'issue' | 'epic'): string {
  const said = typeof body === 'object' && body !== null && 'message' in body ? body.message : null
  if (status === 404 && (typeof said !== 'string' || /^404 /.test(said))) return messages.notLinkable(type)
  return typeof said === 'string' && said !== '' ? pageSentence(said) : messages.linkFailed(type)
}
