import { useState } from 'react'
import styles from './BadgeImage.module.css'

interface BadgeImageProps {
  readonly src: string
  /** The alternative text, also shown if the image cannot be loaded. */
  readonly name: string
}

/** The image of a badge, usually from another site: requested without a referrer, so that the site does not learn the page. */
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
