import type { ReactNode } from 'react'
import { Button } from '../actions/Button.tsx'
import { Banner } from './Banner.tsx'

interface RetryBannerProps {
  readonly onRetry: () => unknown
  readonly children: ReactNode
}

/** A banner in place of content that could not be loaded. */
export function RetryBanner({ onRetry, children }: RetryBannerProps) {
  return (
    <Banner
      tone="danger"
      action={
        <Button size="s" onClick={() => void onRetry()}>
          Try again
        </Button>
      }
    >
      {children}
    </Banner>
  )
}
