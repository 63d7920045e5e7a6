import { Skeleton as Shapes, type SkeletonProps } from 'antd'

/**
 * The grey shapes of something that is being loaded. They are hidden from assistive technology: antd draws the title as a heading without
 * text.
 */
export const Skeleton = (props: SkeletonProps) => (
  <div aria-hidden style={{ display: 'contents' }}>
    <Shapes active {...props} />
  </div>
)
