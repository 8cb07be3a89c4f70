/** An argument of GraphQL as it may arrive: left out, or null. */
export type Maybe<T> = T | null | undefined
