import type { CallError } from '#web/api/client.ts'
import { messages } from '#web/plan/messages.ts'

/** Why an add failed: the server's reason, else the sentence of the type. @source ERRMSG-055, ERRMSG-056, ERRMSG-058 */
export function addProblem({ status, body }: CallError, type: 'issue' | 'epic'): string {
  const said = typeof body === 'object' && body !== null && 'message' in body ? body.message : null
  if (typeof said === 'string' && said !== '') return said.replace(/^\d{3} \w+( - )?/, '') || messages.linkFailed(type)
  return status === 404 ? messages.notLinkable(type) : messages.linkFailed(type)
}
