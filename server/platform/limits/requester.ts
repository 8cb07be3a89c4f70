import { AsyncLocalStorage } from 'node:async_hooks'
import { networkOf } from './network.ts'

/** The requesters of some work, each an owner of shares of lanes: several when they want the same result. */
export class Requesters {
  #owners: readonly string[]
  readonly #listeners = new Set<() => void>()

  constructor(owners: readonly string[]) {
    this.#owners = owners
  }

  get owners(): readonly string[] {
    return this.#owners
  }

  rename(owner: string): void {
    this.#owners = [owner]
  }

  join(others: Requesters): void {
    const added = others.owners.filter(owner => !this.#owners.includes(owner))
    if (added.length === 0) return
    this.#owners = [...this.#owners, ...added]
    for (const listener of [...this.#listeners]) listener()
  }

  /** @returns a function that ends the subscription */
  onJoin(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

const current = new AsyncLocalStorage<Requesters>()

export const userAsOwner = (userId: number): string => `user ${userId}`
export const networkAsOwner = (ip: string): string => `network ${networkOf(ip)}`

/**
 * Do the work of a request in the name of an owner, of whom a lane asks for how many others there are.
 *
 * @param owner  such as a network, until `nameRequester` knows a user
 */
export const asRequester = <T>(owner: string, run: () => T): T => current.run(new Requesters([owner]), run)

/** Do work that all of them want. */
export const asRequesters = <T>(requesters: Requesters, run: () => T): T => current.run(requesters, run)

/** The one who makes this request is known now, such as a user. */
export const nameRequester = (owner: string): void => current.getStore()?.rename(owner)

/** The requesters of the current request; none for jobs. */
export const requestersNow = (): Requesters => current.getStore() ?? new Requesters([])
