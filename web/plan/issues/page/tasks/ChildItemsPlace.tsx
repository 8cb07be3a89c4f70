import styles from './ChildItemsPlace.module.css'

/** Keeps the room of the list of tasks until its script is there. */
export function ChildItemsPlace({ count }: { readonly count: number }) {
  return <div className={styles.place} style={count === 0 ? undefined : { height: `calc(${count} * 3rem + 5rem)` }} />
}
