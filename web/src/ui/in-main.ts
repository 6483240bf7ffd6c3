/** What belongs to a field of the page floats inside the page's main part: at the end of the document no landmark would hold it. */
export const inMain = { target: "#main" };
