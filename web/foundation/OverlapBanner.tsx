import { Button } from '#web/ui/actions/Button.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'

interface OverlapBannerProps {
  /** The fields that somebody else changed too, by what they are called in the form. */
  readonly fields: readonly string[]
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

/** Says that somebody else saved fields that are being changed here; nothing where nobody did. */
export function OverlapBanner({ fields, onKeep, onDiscard }: OverlapBannerProps) {
  if (fields.length === 0) return null
  return (
    <Banner
      tone="warning"
      action={
        <>
          <Button size="s" onClick={onKeep}>
            Keep
          </Button>
          <Button size="s" variant="quiet" onClick={onDiscard}>
            Discard
          </Button>
        </>
      }
    >
      Someone else changed {new Intl.ListFormat('en').format(fields)} while you were editing. Keep your changes, or
      discard them and use the saved version?
    </Banner>
  )
}
