import { userEvent } from '@testing-library/user-event'

/** The user of a page in a test. Clicks even while a list or a dialog still moves in: jsdom may leave an animation unfinished. */
export const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
