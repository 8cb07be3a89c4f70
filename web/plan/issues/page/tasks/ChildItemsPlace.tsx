import styles from './ChildItemsPlace.module.css'

/** Keeps the room of the list of tasks until its script is there. */
export function ChildItemsPlace({ count, canAdd }: { readonly count: number; readonly canAdd: boolean }) {
  if (count === 0) return canAdd && <div className={styles.place} />
  return <div style={{ height: `calc(${count} * 3rem + 3.5rem)`, marginTop: 'var(--space-5)' }} />
}
