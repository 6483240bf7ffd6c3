/** The secret of the throwaway installations that tests run on. */
export const TEST_SECRET = "a secret that only the tests of this repository use";
