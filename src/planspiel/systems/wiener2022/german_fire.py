"""The German of fire, losses, opposed rolls, smoke and light."""

from __future__ import annotations

__all__ = ["GERMAN"]

GERMAN: dict[str, str] = {
    # plus and minus points
    "points that both sides have": "Punkte, die beide haben (Kürzung)",
    "gun superior to the armour": "Kanone der Panzerung überlegen",
    "gun inferior to the armour": "Kanone der Panzerung unterlegen",
    "cover of a position or building": "Deckung durch Stellung oder Gebäude",
    "flat fire at an unarmoured vehicle": "Flachfeuer auf ungepanzertes Fahrzeug",
    "combined fire": "Feuerzusammenfassung",
    "high attack": "Hochangriff",
    "heavy artillery against armour": "schwere Artillerie gegen Panzer",
    "resistance of the target": "Widerstand des Zieles",
    "reduced range": "verminderte Schussentfernung",
    "firer pinned": "Schütze niedergehalten",
    "elite troops": "Elitetruppe",
    "condition of the troops": "Zustand der Truppe",
    "several barrels": "mehrere Rohre",
    "mine under an unarmoured vehicle": "Mine unter ungepanzertem Fahrzeug",
    "mortar or rockets over 11 cm": "Granat- oder Raketenwerfer über 11 cm",
    "bombs": "Bomben",
    "calibre": "Kaliber",
    # losses
    "{element} is pinned at level {level}.": "{element} ist niedergehalten, Stufe {level}.",
    "{element} leaves {carrier} in {field}.": "{element} sitzt in {field} von {carrier} ab.",
    "{element} holds.": "{element} hält stand.",
    "{element} is lost in {field}.": "{element} fällt in {field} aus.",
    "Combat troops in {field} take over the task of {element}.": (
        "Kampftruppen in {field} übernehmen die Aufgabe von {element}."
    ),
    "The wreck of {element} blocks {field}.": "{element} sperrt {field} als Schadfahrzeug.",
    "The ruin of a bunker stands in {field} like a building.": (
        "In {field} steht die Ruine eines Bunkers wie ein festes Bauwerk."
    ),
    "{element} is lost: which combat element takes its place?": (
        "{element} ist ausgefallen: Welche Kampftruppe tritt an seine Stelle?"
    ),
    "loss roll of {element}": "Ausfallwurf für {element}",
    "{element} is not the most similar combat element.": (
        "{element} ist nicht die gleichartigste Kampftruppe."
    ),
    # aiming
    "{element} must unlimber first: its weapon is not mounted on the vehicle.": (
        "{element} muss erst abprotzen: Die Waffe ist nicht auf dem Fahrzeug montiert."
    ),
    "A weapon of this kind has already fired from {field}.": (
        "Aus {field} hat eine Waffe dieser Art schon gefeuert."
    ),
    "This weapon cannot hurt anything in {field}.": "Diese Waffe hat gegen nichts in {field} Wirkung.",
    "{element} is unarmed.": "{element} ist unbewaffnet.",
    "{element} has no such weapon in direct lay.": "{element} hat keine solche Waffe im direkten Richten.",
    "{element} is pinned and cannot fire.": "{element} ist niedergehalten und feuerunfähig.",
    "{element} and {carrier} are one element: its own weapon fires.": (
        "{element} und {carrier} sind eine Einheit: Es feuert die Bordwaffe."
    ),
    "From {field} only one of {element} and {other} fires.": (
        "Aus {field} feuert nur eines von beiden: {element} oder {other}."
    ),
    "{element} is afloat: only machine weapons fire.": (
        "{element} schwimmt: Nur Maschinenwaffen können feuern."
    ),
    "{element} can only defend itself.": "{element} kann sich nur verteidigen.",
    "{element} has just mounted or dismounted.": "{element} ist gerade auf- oder abgesessen.",
    "There are own troops in {field}.": "In {field} stehen eigene Truppen.",
    "{field} is out of range: {element} reaches {range} fields.": (
        "{field} liegt außer Schussweite: {element} reicht {range} Felder weit."
    ),
    "{field} is outside the arc of {element}.": "{field} liegt außerhalb des Wirkungsraumes von {element}.",
    "There is no field {field}.": "Ein Feld {field} gibt es nicht.",
    "There is no detected target in {field}.": "In {field} ist kein Ziel erkannt.",
    "There is no detected target in {field}, and obstacles cannot be shot away.": (
        "In {field} ist kein Ziel erkannt, und Hindernisse lassen sich nicht zerschießen."
    ),
    "{element} is not ready to fire.": "{element} ist nicht abwehrbereit.",
    "{element} cannot be engaged from there.": "{element} kann von dort nicht bekämpft werden.",
    "{element} does not detect the enemy.": "{element} erkennt den Feind nicht.",
    "{element} cannot hurt the enemy.": "{element} hat gegen diesen Feind keine Wirkung.",
    # hits
    "{target} is struck: {natural} with {points} points gives {value}.": (
        "Wirkung auf {target}: Würfel {natural}, Punkte {points}, ergibt {value}."
    ),
    "The bridge {bridge} is struck: {natural} with {points} points gives {value}.": (
        "Wirkung auf die Brücke {bridge}: Würfel {natural}, Punkte {points}, ergibt {value}."
    ),
    "The fire leaves a crater in {field}.": "Das Feuer hinterlässt in {field} einen Trichter.",
    "lucky hit on {element}": "Glückstreffer auf {element}",
    "chance hit on {element}": "Zufallstreffer auf {element}",
    "chance hit on the bridge {bridge}": "Zufallstreffer auf die Brücke {bridge}",
    "The bridge {bridge} is impassable for one turn.": "Die Brücke {bridge} ist einen Zug lang unpassierbar.",
    "The bridge {bridge} is destroyed.": "Die Brücke {bridge} ist zerstört.",
    # chances
    "Against {element} the shot has {points} points.": (
        "Gegen {element} wirkt der Schuss mit {points} Punkten."
    ),
    "So figures would fare.": "So erginge es Figuren.",
    "Unarmoured vehicles: {lost} of {all} ways destroy them, {some} have an effect.": (
        "Ungepanzerte Fahrzeuge: {lost} von {all} Würfen vernichten sie, {some} haben eine Wirkung."
    ),
    "Light armour: {lost} of {all} ways destroy it, {some} have an effect.": (
        "Leichte Panzer: {lost} von {all} Würfen vernichten sie, {some} haben eine Wirkung."
    ),
    "Medium armour: {lost} of {all} ways destroy it, {some} have an effect.": (
        "Mittlere Panzer: {lost} von {all} Würfen vernichten sie, {some} haben eine Wirkung."
    ),
    "Heavy armour: {lost} of {all} ways destroy it, {some} have an effect.": (
        "Schwere Panzer: {lost} von {all} Würfen vernichten sie, {some} haben eine Wirkung."
    ),
    "no effect": "keine Wirkung",
    "pinned 3": "niedergehalten 3",
    "pinned 4": "niedergehalten 4",
    "pinned 5": "niedergehalten 5",
    "pinned 6": "niedergehalten 6",
    "lost": "ausgefallen",
    "smoke": "Nebel",
    "light": "Licht",
    # opposed rolls
    "{first} has {first_value}, {second} has {second_value}: {winner} wins.": (
        "{first} hat {first_value}, {second} hat {second_value}: {winner} gewinnt."
    ),
    "{first} and {second} both have {value}: they roll again.": (
        "{first} und {second} haben beide {value}: Es wird noch einmal gewürfelt."
    ),
    "{element} against {other}": "{element} gegen {other}",
    # direct fire
    "{firers} fires at {field}.": "{firers} feuert auf {field}.",
    "Fire falls on {field}.": "Auf {field} liegt Feuer.",
    "{firer} fires at {field}: does somebody there fire back?": (
        "{firer} feuert auf {field}: Wehrt sich dort jemand (Gegenwehr)?"
    ),
    "{element} has moved too far to fire.": "{element} ist zu weit gefahren, um noch zu feuern.",
    "fire at {field}": "Feuer auf {field}",
    "{element} is not fired at.": "{element} wird nicht beschossen.",
    # indirect fire
    "{field} is out of range of {element}.": "{field} liegt außer Reichweite von {element}.",
    "{element} is no artillery.": "{element} ist keine Artillerie.",
    "{element} must unlimber first.": "{element} muss erst abprotzen.",
    "Name each battery once.": "Jede Batterie ist einmal zu nennen.",
    "On suspicion at least three adjacent fields are covered.": (
        "Auf Verdacht sind mindestens drei nebeneinanderliegende Felder zu belegen."
    ),
    "Each field needs one battery of the same kind.": "Jedes Feld braucht eine gleichartige Batterie.",
    "{element} is of another kind.": "{element} ist nicht gleichartig.",
    "The fields do not hang together.": "Die Felder hängen nicht zusammen.",
    "Nobody could be camouflaged in {field}.": "In {field} könnte niemand getarnt stehen.",
    "{field} is in smoke.": "{field} liegt im Nebel.",
    "{element} is located in {field}.": "{element} ist in {field} aufgeklärt.",
    "artillery reconnaissance of a weapon that fired": "Artillerieaufklärung einer Waffe, die gefeuert hat",
    "No observer sees a target in {field}, and none is located there.": (
        "Kein Beobachter sieht in {field} ein Ziel, und dort ist keines aufgeklärt."
    ),
    "No enemy is known to be in the smoke of {field}.": "Im Nebel von {field} ist kein Feind bekannt.",
    "A barrage falls on {field}.": "Auf {field} fällt Sperrfeuer.",
    "A barrage is prepared on {field}.": "Auf {field} ist Sperrfeuer vorbereitet.",
    # smoke and light
    "It has already failed in {field} in this turn.": "In {field} ist es in diesem Zug schon misslungen.",
    "{field} lies in fog.": "{field} liegt in natürlichem Nebel.",
    "Smoke lies on {field}.": "Auf {field} liegt Nebel.",
    "The smoke on {field} has no effect.": "Der Nebel auf {field} bleibt wirkungslos.",
    "The smoke on {field} is fed.": "Der Nebel auf {field} wird genährt.",
    "Your smoke is about to lift: which fields do you feed?": (
        "Dein Nebel verzieht sich gleich: Welche Felder nährst du?"
    ),
    "No observer looks into {field}.": "Kein Beobachter sieht nach {field}.",
    "smoke on {field}": "Nebel auf {field}",
    "Only own smoke can be fed, each field once.": (
        "Nur eigener Nebel kann genährt werden, jedes Feld einmal."
    ),
    "{field} is illuminated.": "{field} ist beleuchtet.",
    "The illumination of {field} fails.": "Die Beleuchtung von {field} misslingt.",
    "Nobody is heard or seen in {field}.": "In {field} ist niemand zu hören oder zu sehen.",
    "There is daylight.": "Es ist Tag.",
    "illumination of {field}": "Beleuchtung von {field}",
    "Only the attacker may illuminate on suspicion.": "Nur der Angreifer darf auf Verdacht beleuchten.",
    "{element} hides in its own smoke.": "{element} nebelt sich ein.",
    "{element} fails to lay smoke.": "{element} kann sich nicht einnebeln.",
    "self-smoke of {element}": "Selbsteinnebelung von {element}",
    # flame-throwers
    "{element} has no flame-thrower.": "{element} hat keinen Flammenwerfer.",
    "A flame-thrower reaches the adjacent field only.": "Ein Flammenwerfer wirkt nur ins Nachbarfeld.",
    "Nobody in {field} is in a building or position.": (
        "In {field} ist niemand in einem Bauwerk oder einer Stellung."
    ),
    "flames into {field}": "Flammen nach {field}",
}
