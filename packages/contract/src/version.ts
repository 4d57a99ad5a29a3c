/** The contract's version: semver, marked as the pre-release fixture contract that it is. */
export const contractVersion = '0.1.0-fixture.1'
export const apiVersion = 'v1'
