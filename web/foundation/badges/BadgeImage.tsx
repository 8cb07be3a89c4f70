import { useState } from 'react'
import styles from './BadgeImage.module.css'

interface BadgeImageProps {
  readonly src: string
  /** What it is called; where the picture cannot be loaded, the name stands in its place. */
  readonly name: string
}

/** The picture of a badge, from another site as a rule: asked for without telling it which page it is for. */
export function BadgeImage({ src, name }: BadgeImageProps) {
  const [failed, setFailed] = useState<string | null>(null)
  if (failed === src) return <span className={styles.name}>{name}</span>
  return (
    <img
      src={src}
      alt={name}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className={styles.image}
      onError={() => setFailed(src)}
    />
  )
}
