import type { Talk } from "./demo-inbox-texts.ts";

// The way in, the subject, the question and the answer.
const LINES = `
mail | Delivery time of order 8812 | When does order 8812 leave? | It left this morning and arrives tomorrow.
mail | Data sheet FM-40 | Please send me the data sheet of the FM-40 in English. | It is on our website under Downloads. The newest revision is F.
whatsapp | | Is somebody at the warehouse until 16:00? | Yes, until 17:00. Ring at door 2.
mail | Display language | How do I set the display to Polish? | Hold OK for three seconds, then Menu 4, Language. Polish is the ninth entry.
mail | Return of two transmitters | We ordered two transmitters too many. Can we return them? | You can, within 30 days and unopened. The return number is R-2291; please write it on the box.
mail | New contact for orders | From December on, please send order confirmations to purchasing instead of to me. | Thank you. I changed it for all open orders.
fair | Scanned at the stand | Wants the catalogue in print, two copies. | The catalogues are in the post. They arrive by Friday.
mail | Cable gland for IP68 | Which cable gland do we need for IP68? | The M20 with the blue ring, article 10452. I add ten of them to your order.
whatsapp | | The meter shows E14, what is that? | E14: the pipe is not full. Open the valve behind the meter slowly and it goes away.
mail | Drift on meter 11 | Meter 11 drifts by about 2 % against the reference. | Please send it in, the calibration is free of charge. It comes back within eight working days.
mail | Payment terms | Our new rule is 45 days. Can you accept that? | For orders above €10,000 we can. I noted it in your account.
mail | Training for three people | Do you offer a training for operators? We would send three people. | We do, on every first Tuesday of the month. I reserved three places in December.
mail | Wrong serial number on the label | The label says 77120, the certificate 77121. Which one is right? | The certificate is right. A new label is on its way.
whatsapp | | Can we move the call to 11? | 11:00 is fine. Talk to you then.
mail | Battery of the data logger | How long does the battery last at one value a minute? | About 26 months at 20 °C. In a cold store, count with 18.
mail | Customs tariff number | Which customs tariff number do the flow meters have? | 9026 10 21. It is on the delivery note as well.
fair | Question from the stand | Asked whether the logger speaks Modbus. | It does, over RTU and TCP. The register list is in the manual, chapter 9.
mail | Offer 2197 | We decided for another supplier this time. Thank you for your work. | Thank you for telling us. May I ask you again before the next project?
mail | Drawings for the pump house | Please find the drawings of the pump house on our server. | We have them, thank you. The offer follows on Wednesday.
whatsapp | | Your driver stands at the wrong gate. | I called him, he is on his way to gate 1.
mail | Spare seals | Please send 20 seals, article 22081, to the usual address. | They leave today with parcel service. The order number is 8829.
mail | Password of the web portal | I cannot sign in to the portal any more. | I sent you a new link. It works for one day.
mail | Firmware 3.2 | Is firmware 3.2 safe to install while the line runs? | The meter restarts and shows nothing for 40 seconds. Please wait for a pause.
whatsapp | | Do you have the 4 to 20 mA module in stock? | Seven pieces. Shall I reserve one for you?
mail | Reference from a paper mill | Do you have a reference from a paper mill? | Two of them. I asked whether they take your call and come back to you.
mail | Delivery address for the second plant | The second plant is at Hafenstrasse 12, gate B. | Thank you, I entered it for order 8840.
mail | Order confirmation 8836 | The confirmation says 6 pieces, we ordered 8. | You are right. The corrected confirmation is attached to your order in the portal.
mail | Meeting on Thursday | Could we meet at 10 instead of 9? | 10:00 is fine for all of us.
fair | Wants a visit | Wants a visit in January, two lines for bottling. | I noted the second week of January. I call you before the holidays.
mail | Safety data sheet | We need the safety data sheet of the fill fluid. | It is on our website under Downloads, fluid type B.
whatsapp | | Is the technician still coming today? | He is there at 14:30, the traffic is heavy.
mail | Discount for 50 pieces | What is the price for 50 pieces? | From 50 pieces on it is 12 % less. The offer has the number 2221.
mail | Rental meter | Can we rent a meter for two weeks in March? | We have two for rent. I reserved one from the 3rd to the 17th.
mail | Hygienic connections | Is there a version with clamp connections? | There is: FM-40H. Delivery takes three weeks longer.
mail | Accounting asks for the tax number | Please tell us your tax number for the supplier form. | DE 811 555 019. The signed form is on its way.
whatsapp | | Thank you for yesterday, it all works now. | That is good to hear. Call any time.
mail | Recall of batch 7? | We read about a recall of batch 7. Are our meters affected? | Yours are from batch 9. They are not affected.
mail | Sample for the laboratory | Could our laboratory have a sample probe? | One is on its way. Please send it back by the end of the month.
mail | Delivery by ship | How long does delivery to Bergen take? | Four days by truck and ferry.
mail | Wall mount | The wall mount does not fit on our pillars. | There is a longer bracket, article 10977. I send you two without charge.
mail | Warranty of the pump sensor | Is the sensor from March still under warranty? | It is, until March 2028. Please send us a photo of the label.
mail | Old model FM-20 | Do you still repair the FM-20? | Until the end of next year. Parts are in stock.
fair | Catalogue by email | Wants the catalogue as a file, not in print. | You find it on our website under Downloads.
mail | Holidays in December | Do you deliver between the holidays? | Until the 23rd, and again from the 2nd of January.
`;

export interface Answered {
  through: Talk["through"];
  subject: string;
  question: string;
  answer: string;
}

/** Questions that were answered and closed, newest first: what a team's archive is full of. */
export const ANSWERED: Answered[] = LINES.trim()
  .split("\n")
  .map((line) => {
    const [through = "", subject = "", question = "", answer = ""] = line.split("|").map((part) => part.trim());
    return { through: through as Answered["through"], subject, question, answer };
  });
