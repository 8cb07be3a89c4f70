import { AsyncLocalStorage } from 'node:async_hooks'

interface Requester {
  owner: string
}

const current = new AsyncLocalStorage<Requester>()

/**
 * Do the work of a request in the name of an owner, of whom a lane asks for how many others there are.
 *
 * @param owner  such as a network, until `nameRequester` knows a user
 */
export const asRequester = <T>(owner: string, run: () => T): T => current.run({ owner }, run)

/** The user of this request is known now. */
export function nameRequester(userId: number | null): void {
  const requester = current.getStore()
  if (requester !== undefined && userId !== null) requester.owner = `user ${userId}`
}

/** For whom this request is; null for jobs. */
export const requesterNow = (): string | null => current.getStore()?.owner ?? null
