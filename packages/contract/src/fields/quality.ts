import { type Words, words } from './field.ts'
import { stateNames } from './state.ts'

/** How good a link is, the best first. */
export const linkQualities = ['good', 'fair', 'bad'] as const
export type LinkQuality = (typeof linkQualities)[number]

/** How good a link is in words. */
export const linkQualityNames: Record<LinkQuality, Words> = {
  good: words(stateNames.up['zh-CN'], 'Good'),
  fair: words('一般', 'Fair'),
  bad: stateNames.degraded,
}
