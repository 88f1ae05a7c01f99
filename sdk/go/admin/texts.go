package admin

import (
	"strings"

	"gatehouse.dev/host/internal/contract"
)

// maxAdminText is the limit of a message or a label, in characters.
const maxAdminText = 500

// The messages of this package about a write, by language; English for all other locales.
var texts = map[string]map[string]string{
	"en": {
		"taken":      "This value is already taken.",
		"required":   "This is required.",
		"needed":     "Other records still refer to this one.",
		"missing":    "The selected record does not exist.",
		"notAllowed": "The database does not allow this.",
		"unfit":      "The database cannot store this.",
		"tooLong":    "This is too long: a record can have at most 2.8 MB.",
		"digits":     "This must have at most 15 digits.",
		"notOffered": "Select one of the available choices.",
		"linked":     "This cannot be unlinked.",
	},
	"de": {
		"taken":      "Dieser Wert ist bereits vergeben.",
		"required":   "Das ist erforderlich.",
		"needed":     "Andere Datensätze verweisen noch auf diesen.",
		"missing":    "Der ausgewählte Datensatz existiert nicht.",
		"notAllowed": "Die Datenbank lässt das nicht zu.",
		"unfit":      "Die Datenbank kann das nicht speichern.",
		"tooLong":    "Das ist zu lang: Ein Datensatz darf höchstens 2,8 MB groß sein.",
		"digits":     "Das darf höchstens 15 Stellen haben.",
		"notOffered": "Das ist keine der Möglichkeiten.",
		"linked":     "Diese Verknüpfung lässt sich nicht lösen.",
	},
	"es": {
		"taken":      "Este valor ya está en uso.",
		"required":   "Este campo es obligatorio.",
		"needed":     "Otros registros todavía hacen referencia a este.",
		"missing":    "El registro seleccionado no existe.",
		"notAllowed": "La base de datos no lo permite.",
		"unfit":      "La base de datos no puede guardar este valor.",
		"tooLong":    "Es demasiado largo: un registro puede ocupar como máximo 2,8 MB.",
		"digits":     "El número debe tener como máximo 15 cifras.",
		"notOffered": "Seleccione una de las opciones disponibles.",
		"linked":     "Este vínculo no se puede quitar.",
	},
	"fr": {
		"taken":      "Cette valeur est déjà utilisée.",
		"required":   "Ce champ est obligatoire.",
		"needed":     "D’autres enregistrements font encore référence à celui-ci.",
		"missing":    "L’enregistrement sélectionné n’existe pas.",
		"notAllowed": "La base de données ne l’autorise pas.",
		"unfit":      "La base de données ne peut pas enregistrer cette valeur.",
		"tooLong":    "C’est trop long : un enregistrement ne peut pas dépasser 2,8 Mo.",
		"digits":     "Le nombre ne doit pas dépasser 15 chiffres.",
		"notOffered": "Choisissez l’une des options proposées.",
		"linked":     "Ce lien ne peut pas être supprimé.",
	},
	"ar": {
		"taken":      "هذه القيمة مستخدمة بالفعل.",
		"required":   "هذا الحقل مطلوب.",
		"needed":     "لا تزال سجلات أخرى تشير إلى هذا السجل.",
		"missing":    "السجل المحدد غير موجود.",
		"notAllowed": "لا تسمح قاعدة البيانات بذلك.",
		"unfit":      "لا يمكن لقاعدة البيانات حفظ هذه القيمة.",
		"tooLong":    "هذا طويل جدًا: لا يمكن أن يتجاوز حجم السجل 2.8 ميغابايت.",
		"digits":     "يجب ألا يتجاوز العدد 15 رقمًا.",
		"notOffered": "اختر أحد الخيارات المتاحة.",
		"linked":     "لا يمكن إلغاء هذا الارتباط.",
	},
}

// say returns a message of this package in the language of a locale.
func say(text, locale string) string {
	return inLanguage(texts, locale)[text]
}

// inLanguage returns the texts in the language of a locale ("fr-CA"); in English if there are none.
func inLanguage(languages map[string]map[string]string, locale string) map[string]string {
	language, _, _ := strings.Cut(locale, "-")
	if texts, ok := languages[language]; ok {
		return texts
	}
	return languages["en"]
}

// beginning returns at most so many characters of a text.
func beginning(text string, most int) string {
	if len(text) <= most {
		return text
	}
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	return string(letters[:most])
}

// shortText returns a text for people, of at most so many characters, the last of which says that it was longer.
func shortText(text string, most int) string {
	if beginning(text, most) == text {
		return text
	}
	return beginning(text, most-1) + "…"
}

// message is one for an administrator: the contract limits its length, and does not allow an empty one.
func message(text string) string {
	if text == "" {
		return "—"
	}
	return beginning(strings.ToValidUTF8(text, "\ufffd"), maxAdminText)
}

func invalidFields(invalid Invalid) *contract.InvalidFields {
	fields := &contract.InvalidFields{}
	for _, name := range invalid.fields() {
		fields.Fields = append(fields.Fields, &contract.InvalidField{Field: name, Messages: []string{message(invalid[name])}})
	}
	return fields
}

func refusalOf(text string) *contract.Refusal {
	return &contract.Refusal{Message: message(text)}
}
