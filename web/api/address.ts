import type { Operation } from '#contract/operation.ts'

/** The address of an operation; `Op` carries its types and costs the browser nothing. */
export interface Address<Op extends Operation> {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly types?: Op
}

export function address<Op extends Operation>(name: string, method: string, path: string): Address<Op> {
  return { name, method, path }
}
