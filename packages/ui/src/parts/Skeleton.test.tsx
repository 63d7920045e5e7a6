// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Skeleton } from './Skeleton.tsx'

it('a skeleton is drawn, and is no heading for a screen reader', () => {
  const { container } = render(<Skeleton paragraph={{ rows: 2 }} />)
  expect(container.querySelectorAll('h3, li')).toHaveLength(3)
  expect(screen.queryByRole('heading', { hidden: false })).toBeNull()
})
